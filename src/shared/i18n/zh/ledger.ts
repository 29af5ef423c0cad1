/** What the ledger refuses, and what its jobs say. */
export const ledger = {
  'error.ledger.reversedMore': '最多还能退 {available}（要退 {needed}）',
  'error.ledger.lotShort': '这一笔最多还剩 {available}（需要 {needed}）',
  'error.ledger.noCard': '没有可用的畅玩卡次数：需要 {needed}，剩余 {available}',
  'jobName.ledger.expire': '注销到期的储值和次数',
  'jobName.ledger.check': '核对账本',
  'ledger.notice.differs': '{day} 账本核对发现 {count} 处不一致',
  'ledger.notice.more': '请不要手工抵消差额，先联系技术支持。前几处：',
  'ledger.notice.line': '会员 {member}，{check}（{account}）：现有 {stored}，账本算得 {replayed}',
  'ledger.check.wallet': '钱包与账本',
  'ledger.check.lots': '批次合计与钱包',
  'ledger.check.held': '占用与未结订单',
  'ledger.check.lot': '批次与账本',
  'ledger.check.hold': '占用没有未结订单',
  'ledger.check.reversal': '退回多于原账',
} as const
