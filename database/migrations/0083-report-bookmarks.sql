-- The bookmarks of a page are stored with it: a list that grows with each page was written again for each of them.
alter table report_parts add column bookmarks jsonb;
alter table report_renders drop column bookmarks;
