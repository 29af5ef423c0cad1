import { access } from './en/access.ts'
import { accessTokens } from './en/access-tokens.ts'
import { admin } from './en/admin.ts'
import { cashiers } from './en/cashiers.ts'
import { charges } from './en/charges.ts'
import { charging } from './en/charging.ts'
import { cloakroom } from './en/cloakroom.ts'
import { coins } from './en/coins.ts'
import { comments } from './en/comments.ts'
import { common } from './en/common.ts'
import { counter } from './en/counter.ts'
import { coupons } from './en/coupons.ts'
import { crud } from './en/crud.ts'
import { customReports } from './en/custom-reports.ts'
import { dataSources } from './en/data-sources.ts'
import { definitions } from './en/definitions.ts'
import { demoRecords } from './en/demo-records.ts'
import { deviceCheck } from './en/device-check.ts'
import { devices } from './en/devices.ts'
import { dictionaries } from './en/dictionaries.ts'
import { dispatch } from './en/dispatch.ts'
import { display } from './en/display.ts'
import { empty } from './en/empty.ts'
import { events } from './en/events.ts'
import { exchange } from './en/exchange.ts'
import { faces } from './en/faces.ts'
import { feedback } from './en/feedback.ts'
import { fillRules } from './en/fill-rules.ts'
import { firstRun } from './en/first-run.ts'
import { gateway } from './en/gateway.ts'
import { gifts } from './en/gifts.ts'
import { guestMessages } from './en/guest-messages.ts'
import { guests } from './en/guests.ts'
import { help } from './en/help.ts'
import { hints } from './en/hints.ts'
import { hub } from './en/hub.ts'
import { inputs } from './en/inputs.ts'
import { kiosks } from './en/kiosks.ts'
import { ledger } from './en/ledger.ts'
import { levels } from './en/levels.ts'
import { limits } from './en/limits.ts'
import { line } from './en/line.ts'
import { lists } from './en/lists.ts'
import { matches } from './en/matches.ts'
import { memberBookings } from './en/member-bookings.ts'
import { memberCardTexts } from './en/member-card.ts'
import { memberCoupons } from './en/member-coupons.ts'
import { memberDeletions } from './en/member-deletions.ts'
import { memberEvents } from './en/member-events.ts'
import { memberHistory } from './en/member-history.ts'
import { memberHome } from './en/member-home.ts'
import { memberOwn } from './en/member-own.ts'
import { memberPage } from './en/member-page.ts'
import { memberShop } from './en/member-shop.ts'
import { memberVoice } from './en/member-voice.ts'
import { memberWaiting } from './en/member-waiting.ts'
import { members } from './en/members.ts'
import { messages } from './en/messages.ts'
import { monitors } from './en/monitors.ts'
import { newStores } from './en/new-stores.ts'
import { offlineSales } from './en/offline-sales.ts'
import { onlineForms } from './en/online-forms.ts'
import { ownCoupons } from './en/own-coupons.ts'
import { payFrom } from './en/pay-from.ts'
import { payLater } from './en/pay-later.ts'
import { paying } from './en/paying.ts'
import { payments } from './en/payments.ts'
import { photos } from './en/photos.ts'
import { pickers } from './en/pickers.ts'
import { practice } from './en/practice.ts'
import { printing } from './en/printing.ts'
import { products } from './en/products.ts'
import { promoters } from './en/promoters.ts'
import { queue } from './en/queue.ts'
import { rankings } from './en/rankings.ts'
import { readers } from './en/readers.ts'
import { recharge } from './en/recharge.ts'
import { reconciliation } from './en/reconciliation.ts'
import { refunds } from './en/refunds.ts'
import { reports } from './en/reports.ts'
import { reservations } from './en/reservations.ts'
import { rights } from './en/rights.ts'
import { ruleScreens } from './en/rule-screens.ts'
import { rules } from './en/rules.ts'
import { search } from './en/search.ts'
import { sessions } from './en/sessions.ts'
import { shell } from './en/shell.ts'
import { shifts } from './en/shifts.ts'
import { signIn } from './en/sign-in.ts'
import { staff } from './en/staff.ts'
import { station } from './en/station.ts'
import { statistics } from './en/statistics.ts'
import { stock } from './en/stock.ts'
import { stores } from './en/stores.ts'
import { sync } from './en/sync.ts'
import { system } from './en/system.ts'
import { terminals } from './en/terminals.ts'
import { ticket } from './en/ticket.ts'
import { upkeep } from './en/upkeep.ts'
import { vehicles } from './en/vehicles.ts'
import { venueHealth } from './en/venue-health.ts'
import { wallets } from './en/wallets.ts'
import { webhooks } from './en/webhooks.ts'
import { wechat } from './en/wechat.ts'
import { workbooks } from './en/workbooks.ts'

import type { zh } from './zh.ts'

/** Every text of the product in English; a missing or surplus key does not compile. */
export const en: Record<keyof typeof zh, string> = {
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
}
