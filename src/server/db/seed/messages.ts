import type { Transaction } from '#server/db/database.ts'
import { demoStores, demoUsers } from './access.ts'

const id = (number: number): string => `01900000-0000-7000-8004-${String(number).padStart(12, '0')}`
const HOUR_MS = 3_600_000

const hole = (name: string): string => `\${${name}}`

const templates = [
  {
    templateCode: 'queue.called',
    templateName: '排队叫号',
    templateType: '1' as const,
    templateContent: `您的排队号 ${hole('number')} 已到，请到 ${hole('store')} 候车区上车。`,
    templateTestJson: '{"number":"A012","store":"滨江店"}',
  },
  {
    templateCode: 'reservation.reminder',
    templateName: '预约提醒',
    templateType: '1' as const,
    templateContent: `${hole('name')}，您预约了 ${hole('store')} ${hole('time')} 第 ${hole('number')} 场，${hole('people')} 人，请准时到店。`,
    templateTestJson: '{"name":"张伟","store":"滨江店","time":"2026-11-22 19:00","number":"12","people":"2"}',
  },
  {
    templateCode: 'birthday.greeting',
    templateName: '生日祝福',
    templateType: '1' as const,
    templateContent: `${hole('name')}，生日快乐！本月到 ${hole('store')} 有生日礼。`,
    templateTestJson: '{"name":"张伟","store":"滨江店"}',
  },
  {
    templateCode: 'value.ending',
    templateName: '到期提醒',
    templateType: '1' as const,
    templateContent: `${hole('name')}，您在 ${hole('store')} 的${hole('value')}将于 ${hole('until')} 到期。`,
    templateTestJson: '{"name":"张伟","store":"滨江店","value":"余额 50.00","until":"2026-11-30"}',
  },
  {
    templateCode: 'recharge.thanks',
    templateName: '充值成功',
    templateType: '2' as const,
    templateContent: `<p>尊敬的 <b>${hole('name')}</b>，您已充值 ${hole('amount')} 元，余额 ${hole('balance')} 元。</p>`,
    templateTestJson: '{"name":"张伟","amount":"500.00","balance":"1000.00"}',
  },
  {
    templateCode: 'match.opens',
    templateName: '赛事开始报名',
    templateType: '3' as const,
    templateContent: `${hole('match')} 开始报名，截止 ${hole('until')}。`,
    templateTestJson: '{"match":"周末耐力赛","until":"周五 20:00"}',
  },
  {
    templateCode: 'shift.handover',
    templateName: '交班提醒',
    templateType: '4' as const,
    templateContent: `<p>${hole('name')}，请在 ${hole('time')} 前完成交班并核对现金。</p>`,
    templateTestJson: '{"name":"李小敏","time":"22:00"}',
  },
]

/** Announcements of the chain and of a store, one of them to a single user, and a template per channel. */
export async function seedMessages(trx: Transaction, now: Date): Promise<void> {
  const { A01, A01A01 } = demoStores
  const { hq, manager, cashier } = demoUsers
  const common = {
    startTime: null,
    endTime: null,
    cancelTime: null,
    busType: '',
    busId: '',
    updatedBy: null,
    updatedAt: null,
  }
  const released = (hours: number, sender: string) => {
    const at = new Date(now.getTime() - hours * HOUR_MS)
    return { sendStatus: '1' as const, sendTime: at, createdAt: at, sender, createdBy: sender }
  }
  await trx
    .insertInto('announcement')
    .values([
      {
        ...common,
        ...released(50, 'hq'),
        id: id(1),
        orgCode: A01.orgCode,
        title: '国庆营业时间调整',
        msgAbstract: '节假日各店延长营业至 23:00',
        priority: 'M',
        msgCategory: '1',
        msgType: 'ALL',
        msgContent: '<p>国庆期间各店营业时间延长至 <b>23:00</b>，请提前安排排班。</p>',
        openType: '',
        openPage: '',
      },
      {
        ...common,
        ...released(5, 'manager'),
        id: id(2),
        orgCode: A01A01.orgCode,
        title: '8号车停用检修',
        msgAbstract: '恢复时间另行通知',
        priority: 'H',
        msgCategory: '1',
        msgType: 'ALL',
        msgContent: '<p>8号车制动异常，<b>停用检修</b>，请勿派车。</p>',
        openType: '',
        openPage: '',
      },
      {
        ...common,
        ...released(2, 'manager'),
        id: id(3),
        orgCode: A01A01.orgCode,
        title: '有未处理的挂单',
        msgAbstract: '请在交班前处理',
        priority: 'L',
        msgCategory: '2',
        msgType: 'USER',
        msgContent: '<p>请在交班前处理昨日的挂单。</p>',
        openType: 'url',
        openPage: '/playbeforepay/sysPlayBeforePayList',
      },
      {
        ...common,
        id: id(4),
        orgCode: A01A01.orgCode,
        title: '会员日活动草案',
        sendTime: null,
        msgAbstract: '',
        priority: 'L',
        msgCategory: '1',
        msgType: 'ALL',
        openType: '',
        openPage: '',
        msgContent: '<p>每周三会员日，充值加赠 10%。</p>',
        createdBy: 'manager',
        createdAt: now,
      },
    ])
    .execute()
  await trx
    .insertInto('announcementReader')
    .values([
      { announcementId: id(3), orgCode: A01A01.orgCode, userId: cashier.id, readTime: null },
      { announcementId: id(1), orgCode: A01.orgCode, userId: hq.id, readTime: now },
      { announcementId: id(2), orgCode: A01A01.orgCode, userId: manager.id, readTime: now },
    ])
    .execute()
  await trx
    .insertInto('messageTemplate')
    .values(
      templates.map((template, index) => ({ ...template, id: id(100 + index), orgCode: A01.orgCode, createdBy: 'hq' })),
    )
    .execute()
}
