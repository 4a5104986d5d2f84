-- What of version 0.14.0 cannot be drafted from the source tree (CONTRIBUTING, "How the schema changes").

-- drop: private.schedule_maintenance_jobs(text,text,text,text,text)

-- data move: the kinds of mail
-- after columns are added
insert into public.mail_kinds (kind)
values ('renewal_alert'), ('overdue_reminder'), ('invoice'), ('time_to_approve'), ('invitation');
-- end of data move

-- data move: the one row of the mail's settings
-- after columns are added
insert into public.mail_settings default values;
-- end of data move

-- data move: the job that sends mail and calls webhooks
-- after columns are added
insert into private.jobs (name, stale_after, behind_after) values ('deliver', '1 hour', '6 hours');
-- end of data move
