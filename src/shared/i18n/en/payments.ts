/** Payments by codes that customers show, their providers, bills. */
export const payments = {
  'jobName.payments.compare': 'Compare with the bills of payment providers',
  'error.payments.codeUnknown':
    'This is no pay code of WeChat or Alipay: ask the guest to open the pay code and scan again',
  'error.payments.providerOff': 'This store does not take such pay codes: choose another way to pay',
  'payments.provider.sandbox': 'Sandbox (takes no money)',
  'payments.provider.wechat': 'WeChat Pay',
  'payments.provider.alipay': 'Alipay',
  'payments.notice.differs': '{provider}, {day}: differences in the bill ({count})',
  'payments.notice.differsMore':
    'The bill of {provider} for {day} differs from our payments. Number of differences: {count}; sum: {amount}. Please go through them under “Payments”, “Differences”.',
}
