-- Queues the wristband labels of a ride whose rule has them, per person as many as the rule says: one print job for all, sent where the
-- ride's ticket goes. The paper has its own id, so that no terminal takes it for the ticket.
create or replace function add_wristbands(
  p_rule uuid, p_org_code text, /* Of the ride. */ p_ticket jsonb, p_print_id text, p_first_choice uuid, p_now timestamptz
) returns void language plpgsql as $$
declare
  wanted bigint;
  paper constant uuid := wristband_paper((p_ticket ->> 'orderId')::uuid);
begin
  select r.bracelet_count * (p_ticket ->> 'people')::integer into wanted from consume_rule r
    where r.id = p_rule and r.org_code = p_org_code and r.use_bracelet;
  if wanted > 0 then
    perform add_print_job(paper, p_org_code, p_ticket || jsonb_build_object('orderId', paper, 'wristbands', wanted), 0, p_print_id,
      p_first_choice, p_now);
  end if;
end
$$;
