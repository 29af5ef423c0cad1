-- Withdraws what no printer has taken yet of the papers of orders and rides: tickets, and the wristband labels of rides.
create or replace function withdraw_papers(p_subjects uuid[], p_org_code text, p_now timestamptz) returns void language sql as $$
  update print_job j set expires_at = p_now
    where j.order_id = any (p_subjects || array(select wristband_paper(ride) from unnest(p_subjects) ride))
      and j.org_code = p_org_code and j.state = 'waiting'
$$;
