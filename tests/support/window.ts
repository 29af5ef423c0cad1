import type { EveryonesPage, FoundSetting, SliceManifest } from '#renderer/core/slice.ts'

/** The files of the window's pages and slices, with what tests use of them. */
interface WindowFiles {
  registry: {
    pages: Readonly<Record<string, unknown>>
    everyonesPages: readonly EveryonesPage[]
    settingsOfSlices(isTerminal: boolean): Promise<readonly FoundSetting[]>
  }
  slices: { slices: readonly SliceManifest[] }
  'public-pages': { publicPages: Readonly<Record<string, unknown>> }
}

/** Loads a file that imports the whole window, without its types: else all of the window is checked again with the tests. */
export const loadWindow = async <K extends keyof WindowFiles>(name: K): Promise<WindowFiles[K]> =>
  await import(`../../src/renderer/app/${name}.ts`)
