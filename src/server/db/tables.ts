import type { AccessTables } from './tables/access.ts'
import type { AgreementTables } from './tables/agreements.ts'
import type { AuditTables } from './tables/audit.ts'
import type { BackupTables } from './tables/backups.ts'
import type { CloakroomTables } from './tables/cloakroom.ts'
import type { CoinTables } from './tables/coins.ts'
import type { CommentTables } from './tables/comments.ts'
import type { CouponTables } from './tables/coupons.ts'
import type { CustomReportTables } from './tables/custom-reports.ts'
import type { DataSourceTables } from './tables/data-sources.ts'
import type { DisplayTables } from './tables/display.ts'
import type { EventTables } from './tables/events.ts'
import type { ExchangeTables } from './tables/exchange.ts'
import type { FaceTables } from './tables/faces.ts'
import type { FeedbackTables } from './tables/feedback.ts'
import type { FillRuleTables } from './tables/fill-rules.ts'
import type { GatewayTables } from './tables/gateway.ts'
import type { GiftTables } from './tables/gifts.ts'
import type { GuestMessageTables } from './tables/guest-messages.ts'
import type { HealthTables } from './tables/health.ts'
import type { KioskTables } from './tables/kiosks.ts'
import type { LedgerTables } from './tables/ledger.ts'
import type { MemberPageTables } from './tables/member-page.ts'
import type { MemberTables } from './tables/members.ts'
import type { MessageTables } from './tables/messages.ts'
import type { OnlineFormTables } from './tables/online-forms.ts'
import type { PaymentTables } from './tables/payments.ts'
import type { PhotoTables } from './tables/photos.ts'
import type { PrintingTables } from './tables/printing.ts'
import type { ProductTables } from './tables/products.ts'
import type { PromoterTables } from './tables/promoters.ts'
import type { RankingTables } from './tables/rankings.ts'
import type { RechargeTables } from './tables/recharge.ts'
import type { ReconciliationTables } from './tables/reconciliation.ts'
import type { RefundTables } from './tables/refunds.ts'
import type { ReportTables } from './tables/reports.ts'
import type { ReservationTables } from './tables/reservations.ts'
import type { RuleTables } from './tables/rules.ts'
import type { SessionTables } from './tables/sessions.ts'
import type { ShiftTables } from './tables/shifts.ts'
import type { StatisticsTables } from './tables/statistics.ts'
import type { StockTables } from './tables/stock.ts'
import type { StoreTables } from './tables/stores.ts'
import type { SystemTables } from './tables/system.ts'
import type { VehicleTables } from './tables/vehicles.ts'
import type { WalletTables } from './tables/wallets.ts'
import type { WebhookTables } from './tables/webhooks.ts'
import type { WechatTables } from './tables/wechat.ts'

/** Every table by its camelCase name. A slice's tables live in `tables/<slice>.ts` and are added to this list. */
export interface Tables
  extends AccessTables,
    AgreementTables,
    AuditTables,
    BackupTables,
    CloakroomTables,
    CommentTables,
    CouponTables,
    DataSourceTables,
    CustomReportTables,
    DisplayTables,
    CoinTables,
    EventTables,
    ExchangeTables,
    FaceTables,
    FeedbackTables,
    FillRuleTables,
    GatewayTables,
    GiftTables,
    GuestMessageTables,
    HealthTables,
    KioskTables,
    LedgerTables,
    MemberPageTables,
    MemberTables,
    PrintingTables,
    ProductTables,
    PromoterTables,
    RankingTables,
    RechargeTables,
    ReconciliationTables,
    RefundTables,
    ReportTables,
    ReservationTables,
    RuleTables,
    SessionTables,
    ShiftTables,
    StatisticsTables,
    StockTables,
    StoreTables,
    SystemTables,
    MessageTables,
    OnlineFormTables,
    PaymentTables,
    PhotoTables,
    VehicleTables,
    WalletTables,
    WebhookTables,
    WechatTables {}
