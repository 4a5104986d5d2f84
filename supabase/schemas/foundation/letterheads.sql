-- Letterhead of the firm's documents: the settings of today, and those of the day on which something was sent.

-- The head of a PNG or a JPEG, not all of it: what cannot be drawn is left out of the document.
create function private.is_picture(data_uri text)
returns boolean
language sql
immutable
set search_path = ''
as $$
    select is_picture.data_uri ~ '^data:image/(png;base64,iVBORw0KGgo|jpeg;base64,/9j/)[A-Za-z0-9+/]+={0,2}$';
$$;
comment on function private.is_picture is 'True if a text is a data URI of a PNG or a JPEG, by its first bytes.';

-- Security definer: letterheads are nobody's to write, and whoever writes need not be allowed to call private.refuse.
create function private.follow_letterhead()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
    v_bytes constant int := (char_length(new.logo) - strpos(new.logo, ',')) * 3 / 4; -- four letters are three bytes
begin
    if new.logo is not null and not private.is_picture(new.logo) then
        perform private.refuse(
            400, 'logo_not_valid', 'The logo is not a PNG or a JPEG.',
            'Give it as the text data:image/png;base64,… or data:image/jpeg;base64,….');
    end if;
    if v_bytes > 100000 then
        perform private.refuse(
            400, 'logo_not_valid',
            format('The logo has %s kB, and at most 100 kB are kept.', ceil(v_bytes / 1000.0)),
            'Give a smaller picture: 600 pixels of width print well.');
    end if;
    new.letterhead_id := old.letterhead_id;
    if old.legal_name is distinct from new.legal_name or old.address is distinct from new.address
        or old.remit_to is distinct from new.remit_to or old.tax_number is distinct from new.tax_number
        or old.logo is distinct from new.logo or old.phone is distinct from new.phone then
        insert into public.letterheads (legal_name, address, remit_to, tax_number, logo, phone)
        values (new.legal_name, new.address, new.remit_to, new.tax_number, new.logo, new.phone)
        returning id into new.letterhead_id;
    end if;
    return new;
end;
$$;
comment on function private.follow_letterhead is
    'Trigger: keeps what the settings say of the firm as a letterhead, and refuses a logo that cannot be printed.';

create trigger letterheads_follow_the_settings
    before update on public.organization_settings
    for each row when (
        old.legal_name is distinct from new.legal_name or old.address is distinct from new.address
        or old.remit_to is distinct from new.remit_to or old.tax_number is distinct from new.tax_number
        or old.logo is distinct from new.logo or old.phone is distinct from new.phone
        or old.letterhead_id is distinct from new.letterhead_id)
    execute function private.follow_letterhead();

create trigger letterheads_are_kept
    before update or delete on public.letterheads
    for each row execute function private.refuse_write(
        'letterhead_is_kept', 'A letterhead stays as it was: invoices that were sent have it.',
        'Change the settings of the firm. They then have a new letterhead.');

revoke execute on function private.is_picture, private.follow_letterhead
    from public, anon, authenticated, service_role;
