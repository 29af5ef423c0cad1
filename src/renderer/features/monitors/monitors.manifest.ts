import type { SliceManifest } from '#renderer/core/slice.ts'

export const monitorsManifest: SliceManifest = {
  pages: {
    'dashboard/Monitor': async () => (await import('./live-monitor.page.tsx')).LiveMonitorPage,
    'modules/monitor/DiskMonitoring': async () => (await import('./disks.page.tsx')).DisksPage,
    'modules/monitor/RedisInfo': async () => (await import('./shared-store.page.tsx')).SharedStorePage,
    'modules/monitor/TomcatInfo': async () => (await import('./figures.page.tsx')).HttpServerPage,
    'modules/monitor/JvmInfo': async () => (await import('./figures.page.tsx')).ProcessPage,
    'modules/monitor/SystemInfo': async () => (await import('./figures.page.tsx')).SystemPage,
    'modules/monitor/HttpTrace': async () => (await import('./http-trace.page.tsx')).HttpTracePage,
  },
}
