-- What the serving role may do; run after every migration with :app as that role. It owns nothing.
grant usage on schema public to :app;
grant select, insert, update, delete on all tables in schema public to :app;
revoke insert, update, delete on schema_migrations from :app;
revoke update, delete on installation from :app;
revoke update, delete on audit, package_history from :app;
revoke insert, update, delete on audit_heads from :app;
revoke delete on organisations from :app;
grant usage on schema jobs to :app;
grant select, insert, update, delete on all tables in schema jobs to :app;
