-- Columns named by the usual word: when an alert's e-mail was sent, residents that a refused row keeps from being moved out,
-- and an import whose file was not read to its end.
alter table alerts rename column told_at to notified_at;
alter table import_rows rename column spares to excluded_ids;
alter table import_jobs rename column is_cut to is_truncated;
