-- What a machine reports of an output: how many coins it has counted out, and whether it is over. Returns {orgCode, ended, settled}: the
-- store, whether this ended the output, and whether the machine may forget it. A report after the end is only stored as a difference.
--
-- Lock order: the output, its member.
create or replace function count_coins(p_id uuid, p_device uuid, p_org_code text, p_counted integer, p_over boolean, p_now timestamptz)
returns jsonb language plpgsql as $$
declare
  sold coin_output;
begin
  select o.* into sold from coin_output o where o.id = p_id and o.device_id = p_device and o.org_code = p_org_code for no key update;
  if not found then
    -- Never an output of this machine: there is nothing to wait for.
    return jsonb_build_object('orgCode', p_org_code, 'ended', false, 'settled', true);
  elsif sold.state = 'completed' then
    if p_counted > coalesce(sold.late_counted, sold.counted) then
      update coin_output o set late_counted = p_counted where o.id = p_id and o.org_code = p_org_code;
    end if;
    return jsonb_build_object('orgCode', p_org_code, 'ended', false, 'settled', true);
  elsif sold.pay_state <> 'paid' then
    return jsonb_build_object('orgCode', p_org_code, 'ended', false, 'settled', false);
  elsif p_over or p_counted >= sold.asked then
    -- A machine that has lost its memory counts from 0 again; what it reported before it has counted out.
    perform end_coin_output(sold, greatest(p_counted, sold.counted), p_now);
    return jsonb_build_object('orgCode', p_org_code, 'ended', true, 'settled', true);
  end if;
  update coin_output o set counted = greatest(o.counted, p_counted) where o.id = p_id and o.org_code = p_org_code;
  return jsonb_build_object('orgCode', p_org_code, 'ended', false, 'settled', false);
end
$$;
