import type { SliceManifest } from '#renderer/core/slice.ts'
import { waitingFor, waitingTopics } from './waiting-topics.ts'

export const dashboardManifest: SliceManifest = {
  pages: {
    'dashboard/Analysis': async () => (await import('./analysis.page.tsx')).AnalysisPage,
  },
  live: Object.fromEntries(waitingTopics.map((topic) => [topic, [waitingFor(topic)]])),
}
