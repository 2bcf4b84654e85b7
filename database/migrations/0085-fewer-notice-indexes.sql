-- Each index costs two writes for a notice that is sent. Either medium is frequent, so that the index by time finds it; old notices are
-- found by time too.
drop index notices_by_medium;
drop index notices_with_text;
