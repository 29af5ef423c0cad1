export const payLater = {
  'error.sessions.rechargeRequired': '请选择要关联的充值订单',
  'error.sessions.rechargeNotFound': '该充值订单不存在或不属于本店',
  'error.sessions.rechargeNotPaid': '只能关联已支付且没有退款的充值订单',
  'error.sessions.rechargeBefore': '该充值早于这次试玩，请选择试玩之后的充值订单',
  'error.sessions.rechargeLinked': '该充值订单已关联到另一单试玩（{ticket}）',
  'error.sessions.notTrial': '该记录已有会员，请从会员扣费',
  'message.records.linked': '已关联充值订单',
  'jobName.playRecords.escape': '试玩超过一小时未付的转为逃单',
} as const
