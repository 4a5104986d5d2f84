-- All that stands in cron.job is a call of this: address and secret are read from Vault each time.
create function private.request_job(job text)
returns bigint
language plpgsql
volatile
set search_path = ''
as $$
declare
    v_address constant text := private.vault_secret('maintenance_jobs_address');
    v_secret constant text := private.vault_secret('cron_shared_secret');
    v_request_id bigint;
begin
    begin
        -- A function answers within 150 seconds or not at all.
        execute 'select net.http_post(url => $1, headers => $2, timeout_milliseconds => 150000)'
           into v_request_id
          using replace(v_address, '<job>', request_job.job),
                jsonb_build_object('Content-Type', 'application/json', 'Authorization', 'Bearer ' || v_secret);
    exception when others then
        -- Without the detail, which may quote the row of the queue and so the secret.
        raise exception using errcode = sqlstate, message = sqlerrm;
    end;

    insert into private.job_requests (job, request_id) values (request_job.job, v_request_id);
    return v_request_id;
end;
$$;
comment on function private.request_job(text) is
$$Has pg_net POST to a job's endpoint and remembers the request; pg_cron calls it.

job: lock-ended or accrue-interest. Result: the id of the request, which pg_net's answer will have.

Errors: vault_secret_missing.$$;
revoke execute on function private.request_job(text) from public, anon, authenticated, service_role;
