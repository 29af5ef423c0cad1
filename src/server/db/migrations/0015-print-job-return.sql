-- A terminal that gave a job back, because its printer says no, is not offered it again at once.
alter table print_job add column returned_by uuid;
