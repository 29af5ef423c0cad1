-- The wristband labels of a ride whose rule has them, one print job for all of them. The paper has its own id, so that no terminal takes it
-- for the ticket.
create or replace function wristband_job(
  ride play_record, /* Of the ride. */ p_ticket jsonb, /* Per person. */ p_bracelets integer, p_first_choice uuid
) returns print_job language sql stable as $$
  select new_print_job(wristband_paper(ride.id), ride.org_code,
    p_ticket || jsonb_build_object('orderId', wristband_paper(ride.id), 'wristbands', p_bracelets * ride.people), 0, ride.print_id,
    p_first_choice, ride.created_at)
$$;
