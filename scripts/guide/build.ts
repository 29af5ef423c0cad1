import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vitepress'
import { compressFiles } from '../../vite.built-files.ts'
import { stageGuide } from './stage.ts'

// The guide as static files in `dist/guide`: `npm run build`, or `npm run build -- guide`.
const root = join(import.meta.dirname, '..', '..')
const staged = join(root, '.cache', 'guide')

const sidebars = stageGuide(staged)
writeFileSync(join(staged, 'sidebars.json'), JSON.stringify(sidebars))
await build(join(root, 'docs', 'guide'))
compressFiles(join(root, 'dist', 'guide'))
