/** The changing code on the member page. */
export const memberCardTexts = {
  'memberCardPage.code': '会员动态码',
  'memberCardPage.show': '在前台出示，店员扫码即可找到您',
  'memberCardPage.seconds': '{seconds} 秒后更新',
  'memberCardPage.noScreenshot': '截图无效',
}
