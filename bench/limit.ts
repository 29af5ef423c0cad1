import type pg from 'pg'
import { newId } from '#shared/core/id.ts'
import type { RawRequest } from './http-connection.ts'
import type { Statement } from './load.ts'

/** The minimal change of money in one round trip: no key, no hold, no rules, no row-level security. */
export async function addLimit(owner: pg.Client): Promise<void> {
  await owner.query(`
    create table limit_member (id text primary key, balance bigint not null) with (fillfactor = 80);
    create table limit_order (id uuid primary key, member_id text not null, amount bigint not null, at timestamptz not null);
    create table limit_ledger (seq bigint generated always as identity primary key, member_id text not null,
      order_id uuid not null, delta bigint not null, value_after bigint not null);
    insert into limit_member select member_id, value from wallet where member_id like 'B%' and kind = 'balance';
    create function limit_charge(p_order uuid, p_member text, p_amount bigint) returns void language plpgsql as $$
    declare
      rest bigint;
    begin
      select balance into rest from limit_member where id = p_member for update;
      if rest < p_amount then
        raise exception 'not enough';
      end if;
      update limit_member set balance = balance - p_amount where id = p_member;
      insert into limit_order values (p_order, p_member, p_amount, now());
      insert into limit_ledger (member_id, order_id, delta, value_after) values (p_member, p_order, -p_amount, rest - p_amount);
    end
    $$;
    grant select, insert, update on limit_member, limit_order, limit_ledger to public`)
}

export interface LeastChange {
  key: string
  memberId: string
  amount: number
}

/** Changes of as many members, each with its own key. */
export const leastChanges = (count: number, members: number, amount: number): LeastChange[] =>
  Array.from({ length: count }, (_, n) => ({ key: newId(), memberId: `B${1 + (n % members)}`, amount }))

export const leastStatement = ({ key, memberId, amount }: LeastChange): Statement => ({
  name: 'limit_charge',
  text: 'select limit_charge($1, $2, $3)',
  values: [key, memberId, amount],
})

export const LEAST_PATH = '/least'

/** The call of `bare-charge.server.ts` with that statement. */
export const leastRequest = (change: LeastChange): RawRequest => ({
  method: 'POST',
  path: LEAST_PATH,
  body: JSON.stringify(change),
})
