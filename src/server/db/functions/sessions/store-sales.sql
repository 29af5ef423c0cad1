-- Ends charges, one or many, after their money was taken: opens or reserves the rides, and writes records, orders, answers and the trail.
-- Returns {key: {answer, repeated, orgCode}}, each as `charge` returns it. The caller has locked vehicles and members.
create or replace function store_sales(
  sales ride_sale[],
  /* The rides of all of them, in their order. */
  openings ride_opening[]
) returns jsonb language plpgsql as $$
declare
  opened constant opened_ride[] := open_rides(openings);
  ride opened_ride;
  rides play_record[] := '{}';
  plays jsonb[] := '{}';
  place integer := 0;
  sale ride_sale;
  sold consume_order;
  orders consume_order[] := '{}';
  answer jsonb;
  answered request_key[] := '{}';
  trail audit_entry[] := '{}';
begin
  foreach ride in array opened loop
    rides := rides || ride.ride;
    plays := plays || charged_play(ride.ride, ride.ticket);
  end loop;
  perform store_rides(rides);
  foreach sale in array sales loop
    sold := sale.sold;
    orders := orders || sold;
    answer := jsonb_build_object('message', sold.id, 'result', jsonb_build_object('id', sold.id, 'payState', sold.state,
      'payMode', sold.pay_mode, 'usageMode', sold.usage_mode, 'amount', sold.amount, 'discount', sold.discount, 'deposit', sold.deposit,
      'lines', sale.lines, 'bracelets', sale.bracelets, 'plays', to_jsonb(plays[place + 1 : place + cardinality(sold.play_ids)])));
    if sale.call ? 'goods' then
      answer := jsonb_set(answer, '{result,goods}', sale.call -> 'goods');
    end if;
    place := place + cardinality(sold.play_ids);
    answered := answered || request_key_of(sale.call, sold.org_code, answer);
    trail := trail || audit_entry_of(sale.call, sale.call ->> 'userOrgCode', sale.call ->> 'kind', sold.id::text,
      (sale.call ->> 'request')::jsonb, p_cost_ms => call_cost_ms(sale.call));
  end loop;
  perform store_orders(orders);
  -- A key used by another call violates the constraint and rolls back all of them; a batch is then charged one by one.
  perform store_request_keys(answered);
  perform store_audit_entries(trail);
  return (select jsonb_object_agg(k.key, jsonb_build_object('answer', k.answer, 'repeated', false, 'orgCode', k.org_code))
    from unnest(answered) k);
end
$$;
