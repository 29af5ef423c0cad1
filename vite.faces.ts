import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const modelsOf = (root: string): string => join(root, 'node_modules/@vladmandic/human')

/** The models that the worker of `src/renderer/features/faces` uses; the package has twelve more. */
const MODELS = ['antispoof', 'blazeface', 'facemesh', 'faceres', 'liveness']

/** Puts the models of faces beside the built scripts: they are fetched when a camera searches a face, and never before. */
export function faceModels(): Plugin {
  const folder = modelsOf(import.meta.dirname)
  const { version } = createRequire(import.meta.url)(join(folder, 'package.json')) as { version: string }
  const at = `assets/faces-${version}`
  return {
    name: 'face-models',
    apply: 'build',
    generateBundle() {
      const put = (name: string, path: string) =>
        this.emitFile({ type: 'asset', fileName: `${at}/${name}`, source: readFileSync(path) })
      for (const model of MODELS)
        for (const file of [`${model}.json`, `${model}.bin`]) put(file, join(folder, 'models', file))
      put('tfjs-backend-wasm-simd.wasm', join(import.meta.dirname, 'resources/faces/tfjs-backend-wasm-simd.wasm'))
    },
  }
}
