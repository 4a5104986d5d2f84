-- What of version 0.15.0 cannot be drafted from the source tree (CONTRIBUTING, "How the schema changes").

-- The kinds of messages are those of mail_kinds and of webhooks.events, each said there alone.
-- drop: private.outbox.message_kind_is_known
