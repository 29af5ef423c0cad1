import type { SliceManifest } from '#renderer/core/slice.ts'

export const rulesManifest: SliceManifest = {
  pages: {
    'rules/ConsumeRuleList': async () => (await import('./consume-rules.page.tsx')).ConsumeRulesPage,
    'rules/RechargeRuleList': async () => (await import('./recharge-rules.page.tsx')).RechargeRulesPage,
    'rules/PlayCardRuleList': async () => (await import('./play-card-rules.page.tsx')).PlayCardRulesPage,
    'rules/SubProjectList': async () => (await import('./sub-projects.page.tsx')).SubProjectsPage,
  },
}
