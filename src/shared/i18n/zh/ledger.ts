/** Refusals of the ledger, and the names of its jobs. */
export const ledger = {
  'error.ledger.reversedMore': '最多还能退 {available}（要退 {needed}）',
  'error.ledger.lotShort': '这一笔最多还剩 {available}（需要 {needed}）',
  'error.ledger.noCard': '没有可用的畅玩卡次数：需要 {needed}，剩余 {available}',
  'jobName.ledger.expire': '注销到期的储值和次数',
} as const
