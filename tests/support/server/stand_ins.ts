/**
 * Stand-ins for two extensions of Supabase that no registry has: pg_net and supabase_vault. They are the only
 * mock of this project. Tables, functions, arguments and defaults are those of pg_net 0.20 and of
 * supabase_vault 0.3, as far as the project speaks to them, so that its SQL runs against them unchanged. What
 * they lack: Vault's encryption, and pg_net's background worker. That is answer_requests.ts, which does the real
 * requests.
 */
import type postgres from "postgres";

const NET = `
create schema net;
create unlogged table net.http_request_queue (
    id bigserial, method text not null, url text not null, headers jsonb, body bytea,
    timeout_milliseconds int not null);
create unlogged table net._http_response (
    id bigint, status_code int, content_type text, headers jsonb, content text, timed_out bool, error_msg text,
    created timestamptz not null default now());
create function net.http_post(
    url text, body jsonb default '{}', params jsonb default '{}',
    headers jsonb default '{"Content-Type": "application/json"}', timeout_milliseconds int default 5000)
returns bigint language plpgsql as $$
declare
    v_id bigint;
begin
    if headers ->> 'Content-Type' is distinct from 'application/json' then
        raise exception 'Content-Type header must be "application/json"';
    end if;
    insert into net.http_request_queue (method, url, headers, body, timeout_milliseconds)
    values ('POST', http_post.url, http_post.headers, convert_to(http_post.body::text, 'UTF8'),
            http_post.timeout_milliseconds)
    returning id into v_id;
    return v_id;
end $$;
`;

const VAULT = `
create schema vault;
create table vault.secrets (
    id uuid primary key default gen_random_uuid(), name text, description text not null default '', secret text not null);
create unique index on vault.secrets (name) where name is not null;
create view vault.decrypted_secrets as select *, secret as decrypted_secret from vault.secrets;
create function vault.create_secret(
    new_secret text, new_name text default null, new_description text default '', new_key_id uuid default null)
returns uuid security definer language sql as $$
    insert into vault.secrets (secret, name, description) values (new_secret, new_name, new_description) returning id
$$;
create function vault.update_secret(
    secret_id uuid, new_secret text default null, new_name text default null, new_description text default null,
    new_key_id uuid default null)
returns void security definer language sql as $$
    update vault.secrets
       set secret = coalesce(new_secret, secret), name = coalesce(new_name, name),
           description = coalesce(new_description, description)
     where id = secret_id
$$;
revoke execute on all functions in schema vault from public;
`;

/**
 * Makes both stand-ins in a database.
 *
 * @param sql as a superuser
 * @param owner the role that owns the project's schemas; it gets what Supabase grants to `postgres`
 */
export async function makeStandIns(sql: postgres.Sql, owner = "postgres"): Promise<void> {
  await sql.unsafe(NET + VAULT);
  await sql.unsafe(`
    grant usage on schema net, vault to ${owner};
    grant all on all tables in schema net to ${owner};
    grant all on all sequences in schema net to ${owner};
    grant select, delete on vault.secrets, vault.decrypted_secrets to ${owner};
    grant execute on all functions in schema vault to ${owner};`);
}
