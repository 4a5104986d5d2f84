-- Two texts in Supabase's Vault: where the jobs are called, and the secret that they are called with. The extension
-- need not be there when the migrations are applied: whatever speaks of it is dynamic SQL.
create function private.vault_secret(name text)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
    v_secret text;
begin
    execute 'select decrypted_secret from vault.decrypted_secrets where name = $1'
       into v_secret
      using vault_secret.name;
    if (v_secret ~ '\S') is not true then
        perform private.refuse(
            409, 'vault_secret_missing',
            format('Vault holds no secret named %s, or a blank one.', vault_secret.name),
            'Schedule the jobs, with the base address and the secret.');
    end if;
    return v_secret;
end;
$$;
comment on function private.vault_secret is 'A secret of Vault by its name; raises 409 where there is none.';

create function private.keep_in_vault(name text, secret text, description text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_id uuid;
begin
    execute 'select id from vault.secrets where name = $1' into v_id using keep_in_vault.name;
    if v_id is null then
        execute 'select vault.create_secret($1, $2, $3)'
          using keep_in_vault.secret, keep_in_vault.name, keep_in_vault.description;
    else
        execute 'select vault.update_secret($1, $2)' using v_id, keep_in_vault.secret;
    end if;
end;
$$;
comment on function private.keep_in_vault is
    'Stores a secret in Vault under its name; one that is there is replaced.';

revoke execute on function
    private.vault_secret, private.keep_in_vault
    from public, anon, authenticated, service_role;
