import type { SliceManifest } from '#renderer/core/slice.ts'
import { accessManifest } from '#renderer/features/access/access.manifest.ts'
import { accessTokensManifest } from '#renderer/features/access-tokens/access-tokens.manifest.ts'
import { agreementsManifest } from '#renderer/features/agreements/agreements.manifest.ts'
import { auditManifest } from '#renderer/features/audit/audit.manifest.ts'
import { cloakroomManifest } from '#renderer/features/cloakroom/cloakroom.manifest.ts'
import { coinsManifest } from '#renderer/features/coins/coins.manifest.ts'
import { commentsManifest } from '#renderer/features/comments/comments.manifest.ts'
import { consumeOrdersManifest } from '#renderer/features/consume-orders/consume-orders.manifest.ts'
import { consumeToolManifest } from '#renderer/features/consume-tool/consume-tool.manifest.ts'
import { counterManifest } from '#renderer/features/counter/counter.manifest.ts'
import { couponsManifest } from '#renderer/features/coupons/coupons.manifest.ts'
import { customReportsManifest } from '#renderer/features/custom-reports/custom-reports.manifest.ts'
import { dashboardManifest } from '#renderer/features/dashboard/dashboard.manifest.ts'
import { dataSourcesManifest } from '#renderer/features/data-sources/data-sources.manifest.ts'
import { dispatchManifest } from '#renderer/features/dispatch/dispatch.manifest.ts'
import { displayManifest } from '#renderer/features/display/display.manifest.ts'
import { eventsManifest } from '#renderer/features/events/events.manifest.ts'
import { exchangeManifest } from '#renderer/features/exchange/exchange.manifest.ts'
import { feedbackManifest } from '#renderer/features/feedback/feedback.manifest.ts'
import { fillRulesManifest } from '#renderer/features/fill-rules/fill-rules.manifest.ts'
import { gatewayManifest } from '#renderer/features/gateway/gateway.manifest.ts'
import { giftsManifest } from '#renderer/features/gifts/gifts.manifest.ts'
import { guestMessagesManifest } from '#renderer/features/guest-messages/guest-messages.manifest.ts'
import { healthManifest } from '#renderer/features/health/health.manifest.ts'
import { kiosksManifest } from '#renderer/features/kiosks/kiosks.manifest.ts'
import { membersManifest } from '#renderer/features/members/members.manifest.ts'
import { messagesManifest } from '#renderer/features/messages/messages.manifest.ts'
import { monitorsManifest } from '#renderer/features/monitors/monitors.manifest.ts'
import { onlineFormsManifest } from '#renderer/features/online-forms/online-forms.manifest.ts'
import { paymentsManifest } from '#renderer/features/payments/payments.manifest.ts'
import { playRecordsManifest } from '#renderer/features/play-records/play-records.manifest.ts'
import { printingManifest } from '#renderer/features/printing/printing.manifest.ts'
import { productsManifest } from '#renderer/features/products/products.manifest.ts'
import { promotersManifest } from '#renderer/features/promoters/promoters.manifest.ts'
import { queueManifest } from '#renderer/features/queue/queue.manifest.ts'
import { rankingsManifest } from '#renderer/features/rankings/rankings.manifest.ts'
import { rechargeManifest } from '#renderer/features/recharge/recharge.manifest.ts'
import { reconciliationManifest } from '#renderer/features/reconciliation/reconciliation.manifest.ts'
import { refundsManifest } from '#renderer/features/refunds/refunds.manifest.ts'
import { reportsManifest } from '#renderer/features/reports/reports.manifest.ts'
import { reservationsManifest } from '#renderer/features/reservations/reservations.manifest.ts'
import { rulesManifest } from '#renderer/features/rules/rules.manifest.ts'
import { shiftsManifest } from '#renderer/features/shifts/shifts.manifest.ts'
import { statisticsManifest } from '#renderer/features/statistics/statistics.manifest.ts'
import { stockManifest } from '#renderer/features/stock/stock.manifest.ts'
import { storesManifest } from '#renderer/features/stores/stores.manifest.ts'
import { syncManifest } from '#renderer/features/sync/sync.manifest.ts'
import { systemManifest } from '#renderer/features/system/system.manifest.ts'
import { terminalsManifest } from '#renderer/features/terminals/terminals.manifest.ts'
import { vehiclesManifest } from '#renderer/features/vehicles/vehicles.manifest.ts'
import { walletsManifest } from '#renderer/features/wallets/wallets.manifest.ts'
import { webhooksManifest } from '#renderer/features/webhooks/webhooks.manifest.ts'
import { wechatManifest } from '#renderer/features/wechat/wechat.manifest.ts'

/** All slices of the renderer: a new slice is one line here. */
export const slices: readonly SliceManifest[] = [
  accessManifest,
  accessTokensManifest,
  agreementsManifest,
  auditManifest,
  cloakroomManifest,
  commentsManifest,
  consumeOrdersManifest,
  consumeToolManifest,
  counterManifest,
  couponsManifest,
  customReportsManifest,
  dashboardManifest,
  dataSourcesManifest,
  dispatchManifest,
  displayManifest,
  coinsManifest,
  eventsManifest,
  exchangeManifest,
  feedbackManifest,
  onlineFormsManifest,
  fillRulesManifest,
  gatewayManifest,
  giftsManifest,
  productsManifest,
  guestMessagesManifest,
  promotersManifest,
  healthManifest,
  kiosksManifest,
  membersManifest,
  messagesManifest,
  monitorsManifest,
  paymentsManifest,
  playRecordsManifest,
  printingManifest,
  queueManifest,
  rankingsManifest,
  rechargeManifest,
  reconciliationManifest,
  refundsManifest,
  reportsManifest,
  reservationsManifest,
  rulesManifest,
  statisticsManifest,
  shiftsManifest,
  stockManifest,
  storesManifest,
  systemManifest,
  terminalsManifest,
  walletsManifest,
  webhooksManifest,
  wechatManifest,
  vehiclesManifest,
  syncManifest,
]
