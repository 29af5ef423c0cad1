-- Managers of a store are warned again after its count of SMS has been above the limit, however it was raised.
create or replace function forget_sms_warning() returns trigger language plpgsql as $$
begin
  new.sms_warned := false;
  return new;
end
$$;

create or replace trigger forget_sms_warning before update of sms_count, sms_warn_at on store
  for each row when (new.sms_warned and (new.sms_count < 0 or new.sms_count >= new.sms_warn_at))
  execute function forget_sms_warning();
