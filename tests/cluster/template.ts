import { readFile } from 'node:fs/promises'

/** A configuration of `deploy/` with its places in double braces filled in. Throws if one has no value. */
export async function fillTemplate(name: string, values: Readonly<Record<string, string | number>>): Promise<string> {
  const text = await readFile(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => {
    const value = values[key]
    if (value === undefined) throw new Error(`deploy/${name} needs a value for ${key}`)
    return String(value)
  })
}
