/** The place in the queue, stored things and gifts on the member page. */
export const memberWaiting = {
  'memberWaiting.notInQueue': '您没有在排队',
  'memberWaiting.stale': '网络不通，下面是上次的状态',
  'memberWaiting.called': '到您了，请前往发车区',
  'memberWaiting.ahead': '前面还有 {count} 位',
  'memberWaiting.wait': '约 {minutes} 分钟',
  'memberWaiting.stored': '寄存的物品',
  'memberWaiting.nothingStored': '没有寄存物品',
  'memberWaiting.since': '{time} 起',
  'memberWaiting.freeUntil': '{time} 前免费',
  'memberWaiting.due': '应付 {amount}',
  'memberWaiting.bringSlip': '取物请出示寄存单',
  'memberWaiting.gifts': '待领取的礼品',
  'memberWaiting.noGifts': '没有待领取的礼品',
  'memberWaiting.atCounter': '到前台领取',
}
