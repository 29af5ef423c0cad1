import { access } from './zh/access.ts'
import { accessTokens } from './zh/access-tokens.ts'
import { admin } from './zh/admin.ts'
import { cashiers } from './zh/cashiers.ts'
import { charges } from './zh/charges.ts'
import { charging } from './zh/charging.ts'
import { cloakroom } from './zh/cloakroom.ts'
import { coins } from './zh/coins.ts'
import { comments } from './zh/comments.ts'
import { common } from './zh/common.ts'
import { counter } from './zh/counter.ts'
import { coupons } from './zh/coupons.ts'
import { crud } from './zh/crud.ts'
import { customReports } from './zh/custom-reports.ts'
import { dataSources } from './zh/data-sources.ts'
import { definitions } from './zh/definitions.ts'
import { demoRecords } from './zh/demo-records.ts'
import { deviceCheck } from './zh/device-check.ts'
import { devices } from './zh/devices.ts'
import { dictionaries } from './zh/dictionaries.ts'
import { dispatch } from './zh/dispatch.ts'
import { display } from './zh/display.ts'
import { empty } from './zh/empty.ts'
import { events } from './zh/events.ts'
import { exchange } from './zh/exchange.ts'
import { faces } from './zh/faces.ts'
import { feedback } from './zh/feedback.ts'
import { fillRules } from './zh/fill-rules.ts'
import { firstRun } from './zh/first-run.ts'
import { gateway } from './zh/gateway.ts'
import { gifts } from './zh/gifts.ts'
import { guestMessages } from './zh/guest-messages.ts'
import { guests } from './zh/guests.ts'
import { help } from './zh/help.ts'
import { hints } from './zh/hints.ts'
import { hub } from './zh/hub.ts'
import { inputs } from './zh/inputs.ts'
import { kiosks } from './zh/kiosks.ts'
import { ledger } from './zh/ledger.ts'
import { levels } from './zh/levels.ts'
import { limits } from './zh/limits.ts'
import { line } from './zh/line.ts'
import { lists } from './zh/lists.ts'
import { matches } from './zh/matches.ts'
import { memberBookings } from './zh/member-bookings.ts'
import { memberCardTexts } from './zh/member-card.ts'
import { memberCoupons } from './zh/member-coupons.ts'
import { memberDeletions } from './zh/member-deletions.ts'
import { memberEvents } from './zh/member-events.ts'
import { memberHistory } from './zh/member-history.ts'
import { memberHome } from './zh/member-home.ts'
import { memberOwn } from './zh/member-own.ts'
import { memberPage } from './zh/member-page.ts'
import { memberShop } from './zh/member-shop.ts'
import { memberVoice } from './zh/member-voice.ts'
import { memberWaiting } from './zh/member-waiting.ts'
import { members } from './zh/members.ts'
import { messages } from './zh/messages.ts'
import { monitors } from './zh/monitors.ts'
import { newStores } from './zh/new-stores.ts'
import { offlineSales } from './zh/offline-sales.ts'
import { onlineForms } from './zh/online-forms.ts'
import { ownCoupons } from './zh/own-coupons.ts'
import { payFrom } from './zh/pay-from.ts'
import { payLater } from './zh/pay-later.ts'
import { paying } from './zh/paying.ts'
import { payments } from './zh/payments.ts'
import { photos } from './zh/photos.ts'
import { pickers } from './zh/pickers.ts'
import { practice } from './zh/practice.ts'
import { printing } from './zh/printing.ts'
import { products } from './zh/products.ts'
import { promoters } from './zh/promoters.ts'
import { queue } from './zh/queue.ts'
import { rankings } from './zh/rankings.ts'
import { readers } from './zh/readers.ts'
import { recharge } from './zh/recharge.ts'
import { reconciliation } from './zh/reconciliation.ts'
import { refunds } from './zh/refunds.ts'
import { reports } from './zh/reports.ts'
import { reservations } from './zh/reservations.ts'
import { rights } from './zh/rights.ts'
import { ruleScreens } from './zh/rule-screens.ts'
import { rules } from './zh/rules.ts'
import { search } from './zh/search.ts'
import { sessions } from './zh/sessions.ts'
import { shell } from './zh/shell.ts'
import { shifts } from './zh/shifts.ts'
import { signIn } from './zh/sign-in.ts'
import { staff } from './zh/staff.ts'
import { station } from './zh/station.ts'
import { statistics } from './zh/statistics.ts'
import { stock } from './zh/stock.ts'
import { stores } from './zh/stores.ts'
import { sync } from './zh/sync.ts'
import { system } from './zh/system.ts'
import { terminals } from './zh/terminals.ts'
import { ticket } from './zh/ticket.ts'
import { upkeep } from './zh/upkeep.ts'
import { vehicles } from './zh/vehicles.ts'
import { venueHealth } from './zh/venue-health.ts'
import { wallets } from './zh/wallets.ts'
import { webhooks } from './zh/webhooks.ts'
import { wechat } from './zh/wechat.ts'
import { workbooks } from './zh/workbooks.ts'

/** Every text of the product in Chinese, the default language. The English catalogue must have the same keys. */
export const zh = {
  ...comments,
  ...common,
  ...access,
  ...accessTokens,
  ...gateway,
  ...guests,
  ...guestMessages,
  ...rights,
  ...search,
  ...sessions,
  ...counter,
  ...shifts,
  ...paying,
  ...payFrom,
  ...payLater,
  ...offlineSales,
  ...reconciliation,
  ...reports,
  ...customReports,
  ...refunds,
  ...printing,
  ...promoters,
  ...queue,
  ...rankings,
  ...reservations,
  ...cloakroom,
  ...coupons,
  ...dataSources,
  ...definitions,
  ...demoRecords,
  ...fillRules,
  ...monitors,
  ...gifts,
  ...products,
  ...stock,
  ...ownCoupons,
  ...charging,
  ...cashiers,
  ...charges,
  ...deviceCheck,
  ...devices,
  ...station,
  ...practice,
  ...dispatch,
  ...display,
  ...empty,
  ...coins,
  ...events,
  ...exchange,
  ...faces,
  ...staff,
  ...statistics,
  ...stores,
  ...feedback,
  ...onlineForms,
  ...firstRun,
  ...newStores,
  ...sync,
  ...shell,
  ...signIn,
  ...terminals,
  ...ticket,
  ...dictionaries,
  ...system,
  ...help,
  ...hints,
  ...hub,
  ...inputs,
  ...limits,
  ...levels,
  ...kiosks,
  ...ledger,
  ...line,
  ...lists,
  ...matches,
  ...memberBookings,
  ...memberCardTexts,
  ...memberCoupons,
  ...memberDeletions,
  ...memberEvents,
  ...memberHistory,
  ...memberHome,
  ...memberOwn,
  ...memberPage,
  ...memberShop,
  ...memberWaiting,
  ...memberVoice,
  ...members,
  ...payments,
  ...photos,
  ...pickers,
  ...messages,
  ...crud,
  ...admin,
  ...upkeep,
  ...wallets,
  ...vehicles,
  ...venueHealth,
  ...webhooks,
  ...wechat,
  ...workbooks,
  ...readers,
  ...recharge,
  ...rules,
  ...ruleScreens,
} as const
