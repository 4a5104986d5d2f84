-- Lengths of texts. Each column that people write has one, as a check: what one call stores, everybody after it reads,
-- and the audit log keeps for good. Names, numbers and reasons are one line, since refusals, files and mails quote them.

-- Security definer: whoever writes the row need not be allowed to call private.refuse.
create function private.require_text(column_name text, value text, most int)
returns boolean
language plpgsql
immutable
strict
parallel safe
security definer
set search_path = ''
as $$
declare
    v_length constant int := char_length(require_text.value);
begin
    if v_length > require_text.most then
        perform private.refuse(
            400, 'text_too_long',
            format('There are %s characters in the %s, and at most %s are kept.',
                   v_length, replace(require_text.column_name, '_', ' '), require_text.most),
            'Give a shorter text.');
    end if;
    return true;
end;
$$;
comment on function private.require_text is
$$Raises 400 when a text is longer than that; true of any other, and null of none.

Checks of tables ask it, in place of an expression, so that their refusal is one in words.$$;

-- Security definer: see above.
create function private.require_line(column_name text, value text, most int)
returns boolean
language plpgsql
immutable
strict
parallel safe
security definer
set search_path = ''
as $$
begin
    if require_line.value <> private.in_one_line(require_line.value) then
        perform private.refuse(
            400, 'text_not_one_line',
            format('There is a line break, a tab or another control character in the %s.',
                   replace(require_line.column_name, '_', ' ')),
            'Write it in one line, with blanks only.');
    end if;
    return private.require_text(require_line.column_name, require_line.value, require_line.most);
end;
$$;
comment on function private.require_line is
    'Raises 400 when a text is longer than that or has control characters; otherwise as private.require_text.';

-- Sent invoices stay as they were sent, so the length of what is on them is asked for as it is written, and never again.
-- Security definer: see above.
create function private.require_written_text()
returns trigger
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
    perform private.require_text(tg_argv[0], to_jsonb(new) ->> tg_argv[0], tg_argv[1]::int);
    return new;
end;
$$;
comment on function private.require_written_text is
    'Trigger, with a column and a length as its arguments: refuses the row where private.require_text does.';

revoke execute on function private.require_text, private.require_line, private.require_written_text
    from public, anon, authenticated, service_role;
grant execute on function private.require_text, private.require_line to authenticated, service_role;
