-- Whether an upload repeats the one before is seen without reading files; null: uploaded before this version.
alter table uploaded_file add column sha256 text;
