import type { SliceManifest } from './core/slice.ts'
import { accessManifest } from './features/access/access.manifest.ts'
import { accessTokensManifest } from './features/access-tokens/access-tokens.manifest.ts'
import { agreementsManifest } from './features/agreements/agreements.manifest.ts'
import { auditManifest } from './features/audit/audit.manifest.ts'
import { backupsManifest } from './features/backups/backups.manifest.ts'
import { cloakroomManifest } from './features/cloakroom/cloakroom.manifest.ts'
import { coinsManifest } from './features/coins/coins.manifest.ts'
import { commentsManifest } from './features/comments/comments.manifest.ts'
import { couponsManifest } from './features/coupons/coupons.manifest.ts'
import { customReportsManifest } from './features/custom-reports/custom-reports.manifest.ts'
import { dataSourcesManifest } from './features/data-sources/data-sources.manifest.ts'
import { dispatchManifest } from './features/dispatch/dispatch.manifest.ts'
import { displayManifest } from './features/display/display.manifest.ts'
import { eventsManifest } from './features/events/events.manifest.ts'
import { exchangeManifest } from './features/exchange/exchange.manifest.ts'
import { facesManifest } from './features/faces/faces.manifest.ts'
import { feedbackManifest } from './features/feedback/feedback.manifest.ts'
import { fillRulesManifest } from './features/fill-rules/fill-rules.manifest.ts'
import { gatewayManifest } from './features/gateway/gateway.manifest.ts'
import { giftsManifest } from './features/gifts/gifts.manifest.ts'
import { guestMessagesManifest } from './features/guest-messages/guest-messages.manifest.ts'
import { healthManifest } from './features/health/health.manifest.ts'
import { kiosksManifest } from './features/kiosks/kiosks.manifest.ts'
import { ledgerManifest } from './features/ledger/ledger.manifest.ts'
import { memberPageManifest } from './features/member-page/member-page.manifest.ts'
import { membersManifest } from './features/members/members.manifest.ts'
import { messagesManifest } from './features/messages/messages.manifest.ts'
import { monitorsManifest } from './features/monitors/monitors.manifest.ts'
import { onlineFormsManifest } from './features/online-forms/online-forms.manifest.ts'
import { paymentsManifest } from './features/payments/payments.manifest.ts'
import { photosManifest } from './features/photos/photos.manifest.ts'
import { printingManifest } from './features/printing/printing.manifest.ts'
import { productsManifest } from './features/products/products.manifest.ts'
import { promotersManifest } from './features/promoters/promoters.manifest.ts'
import { queueManifest } from './features/queue/queue.manifest.ts'
import { rankingsManifest } from './features/rankings/rankings.manifest.ts'
import { rechargeManifest } from './features/recharge/recharge.manifest.ts'
import { reconciliationManifest } from './features/reconciliation/reconciliation.manifest.ts'
import { refundsManifest } from './features/refunds/refunds.manifest.ts'
import { reportsManifest } from './features/reports/reports.manifest.ts'
import { reservationsManifest } from './features/reservations/reservations.manifest.ts'
import { rulesManifest } from './features/rules/rules.manifest.ts'
import { searchManifest } from './features/search/search.manifest.ts'
import { sessionsManifest } from './features/sessions/sessions.manifest.ts'
import { shiftsManifest } from './features/shifts/shifts.manifest.ts'
import { signInManifest } from './features/sign-in/sign-in.manifest.ts'
import { statisticsManifest } from './features/statistics/statistics.manifest.ts'
import { stockManifest } from './features/stock/stock.manifest.ts'
import { storesManifest } from './features/stores/stores.manifest.ts'
import { systemManifest } from './features/system/system.manifest.ts'
import { terminalsManifest } from './features/terminals/terminals.manifest.ts'
import { vehiclesManifest } from './features/vehicles/vehicles.manifest.ts'
import { walletsManifest } from './features/wallets/wallets.manifest.ts'
import { webhooksManifest } from './features/webhooks/webhooks.manifest.ts'
import { wechatManifest } from './features/wechat/wechat.manifest.ts'

/** All slices of the server; a new slice is one line here. */
export const slices: readonly SliceManifest[] = [
  systemManifest,
  fillRulesManifest,
  monitorsManifest,
  dataSourcesManifest,
  signInManifest,
  accessManifest,
  accessTokensManifest,
  storesManifest,
  auditManifest,
  ledgerManifest,
  membersManifest,
  agreementsManifest,
  facesManifest,
  walletsManifest,
  paymentsManifest,
  rulesManifest,
  exchangeManifest,
  coinsManifest,
  couponsManifest,
  stockManifest,
  giftsManifest,
  cloakroomManifest,
  productsManifest,
  rechargeManifest,
  vehiclesManifest,
  sessionsManifest,
  photosManifest,
  queueManifest,
  dispatchManifest,
  gatewayManifest,
  rankingsManifest,
  displayManifest,
  commentsManifest,
  feedbackManifest,
  onlineFormsManifest,
  promotersManifest,
  kiosksManifest,
  memberPageManifest,
  reservationsManifest,
  eventsManifest,
  shiftsManifest,
  refundsManifest,
  reconciliationManifest,
  statisticsManifest,
  reportsManifest,
  customReportsManifest,
  printingManifest,
  terminalsManifest,
  messagesManifest,
  wechatManifest,
  guestMessagesManifest,
  webhooksManifest,
  backupsManifest,
  healthManifest,
  searchManifest,
]
