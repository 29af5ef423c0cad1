import { readFileSync } from 'node:fs'
import { type LayoutBlock, LayoutBlocks, PaperKind } from '#shared/features/printing/print-layout.schema.ts'
import { resource } from './resources.ts'

const fileOf = (kind: PaperKind): string =>
  `layouts/${kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.json`

let loaded: Record<PaperKind, LayoutBlock[]> | null = null

/** Default layouts from `resources/layouts`, loaded at the first use. */
export function defaultLayouts(): Record<PaperKind, LayoutBlock[]> {
  loaded ??= Object.fromEntries(
    PaperKind.options.map((kind) => [
      kind,
      LayoutBlocks.parse(JSON.parse(readFileSync(resource(fileOf(kind)), 'utf8'))),
    ]),
  ) as Record<PaperKind, LayoutBlock[]>
  return loaded
}
