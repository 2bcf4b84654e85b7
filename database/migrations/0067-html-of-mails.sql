-- The HTML of an e-mail that does not get it from its text, and the language of its texts.
alter table mails add column html text, add column language text;
