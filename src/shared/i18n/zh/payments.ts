/** Payments by codes that customers show, their providers, bills. */
export const payments = {
  'jobName.payments.compare': '核对支付渠道对账单',
  'error.payments.codeUnknown': '这不是微信或支付宝的付款码，请让顾客打开付款码重扫',
  'error.payments.providerOff': '本店没有开通这种付款码的收款，请换一种付款方式',
  'payments.provider.sandbox': '沙箱（不收钱）',
  'payments.provider.wechat': '微信支付',
  'payments.provider.alipay': '支付宝',
  'payments.notice.differs': '{provider} {day} 的对账有 {count} 笔不一致',
  'payments.notice.differsMore':
    '{provider} {day} 的对账单与本店记录有 {count} 笔不一致，合计相差 {amount} 元。请在“支付记录”的“对账差异”中逐笔处理。',
}
