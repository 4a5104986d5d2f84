-- Ids of rows that a firm has by the million. Random ones land all over an index that no longer fits into memory; those of
-- one week lie side by side there when they begin with their time. PostgreSQL 18 has uuidv7() of its own.

-- In PL/pgSQL, which keeps its plan: it is asked for every row.
create function private.id_by_time()
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
begin
    -- 48 bits of time in place of random ones, and the version: 0100 of gen_random_uuid becomes 0111.
    return encode(
        set_bit(set_bit(
            overlay(uuid_send(gen_random_uuid())
                    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
                    from 1 for 6),
            52, 1), 53, 1),
        'hex');
end;
$$;
comment on function private.id_by_time is
    'A UUID of version 7 (RFC 9562): its first 48 bits are the time in milliseconds, the rest but for version and variant is random.';

revoke execute on function private.id_by_time from public, anon, authenticated, service_role;
grant execute on function private.id_by_time to authenticated, service_role;
