import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'

const HOUR = 3_600_000
const CHAIN = 'A01'
const STORES = ['A01A01', 'A01A02']

/** What guests say, the newest first; the words of the list mark one of them. */
const COMMENTS = [
  { stars: 5, content: '弯道刺激，教练很耐心', state: 'waiting', marked: '' },
  { stars: 2, content: '等了快一个小时，太垃圾了', state: 'waiting', marked: '垃圾' },
  { stars: 5, content: '孩子玩得很开心，下周再来', state: 'shown', marked: '', reply: '谢谢，欢迎再来！' },
  { stars: 4, content: '车况不错，头盔可以再干净些', state: 'shown', marked: '', reply: '已每场消毒，谢谢提醒。' },
  { stars: 5, content: '', state: 'shown', marked: '' },
  { stars: 3, content: '圈数有点少', state: 'shown', marked: '' },
] as const

/** What guests tell the store and hear from it: words, comments on rides, feedback, a promoter role and an announcement. */
export async function seedGuests(trx: Transaction, now: Date): Promise<void> {
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR)
  const stamp = { createdBy: 'hq', createdAt: before(400), updatedBy: null, updatedAt: null }
  const words = ['垃圾', '骗子', '退钱'].map((word) => ({ ...stamp, id: newId(), orgCode: CHAIN, word }))
  await trx.insertInto('commentWord').values(words).execute()
  await trx
    .insertInto('announcement')
    .values({
      ...stamp,
      id: newId(),
      orgCode: CHAIN,
      title: '会员日双倍积分',
      msgAbstract: '每周三充值，积分双倍',
      msgContent: '<p>每周三为会员日，充值所得积分 <b>双倍</b>。</p>',
      startTime: null,
      endTime: null,
      sender: 'hq',
      priority: 'L',
      msgCategory: '1',
      msgType: 'GUEST',
      sendStatus: '1',
      sendTime: before(30),
      cancelTime: null,
      busType: '',
      busId: '',
      openType: '',
      openPage: '',
    })
    .execute()
  for (const orgCode of STORES) {
    await trx
      .insertInto('promoterRole')
      .values({
        ...stamp,
        id: newId(),
        orgCode,
        name: '推广大使',
        shareMode: 'percent',
        shareUnit: 'give',
        shareRate: 1000,
        recharges: 'first',
        withinDays: 30,
      })
      .execute()
    const [member] = await trx.selectFrom('member').select('id').where('orgCode', '=', orgCode).limit(1).execute()
    if (member) {
      const feedback = { orgCode, memberId: member.id, createdAt: before(5) }
      await trx
        .insertInto('feedback')
        .values([
          { ...feedback, id: newId(), kind: 'suggestion', content: '希望周末早点开门' },
          {
            ...feedback,
            id: newId(),
            kind: 'vehicle',
            content: '8 号车方向盘有点松',
            state: 'answered',
            answer: '已检修，谢谢您。',
            answeredBy: '陈店长',
            answeredAt: before(3),
            createdAt: before(30),
          },
        ])
        .execute()
    }
    await sql`
      insert into ride_comment (id, org_code, play_id, member_id, stars, content, marked_words, state, ticket_no, racer, rule_id, rule_name,
          vehicle_id, vehicle_name, started_at, business_day, created_at, reviewed_by, reviewed_at, reply, replied_by, replied_at)
        select gen_random_uuid(), p.org_code, p.id, p.member_id, (c.one ->> 'stars')::smallint, c.one ->> 'content', c.one ->> 'marked',
            c.one ->> 'state', p.ticket_no, p.racer, p.rule_id, p.rule_name, v.id, v.name, p.created_at,
            business_day(p.org_code, p.created_at + interval '1 hour'), p.created_at + interval '1 hour',
            case when c.one ->> 'state' = 'shown' then '陈店长' else '' end,
            case when c.one ->> 'state' = 'shown' then p.created_at + interval '2 hours' end, coalesce(c.one ->> 'reply', ''),
            case when c.one ? 'reply' then '陈店长' else '' end, case when c.one ? 'reply' then p.created_at + interval '2 hours' end
          from jsonb_array_elements(${JSON.stringify(COMMENTS)}::jsonb) with ordinality as c (one, place)
          join (select p.*, row_number() over (order by p.created_at desc, p.id) as place from play_record p
            where p.org_code = ${orgCode} and p.state = 'CONSUMED' and p.consume_type <> 'TESTCARD' and p.created_at < ${before(2)}
              and exists (select from run g where g.play_id = p.id and g.org_code = p.org_code and g.state = 'ENDED')) p
            on p.place = c.place
          join run r on r.id = p.run_id and r.org_code = p.org_code
          join vehicle v on v.id = r.vehicle_id and v.org_code = r.org_code`.execute(trx)
  }
}
