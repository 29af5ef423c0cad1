import { describe, expect, it } from 'vitest'
import { fillTemplate, readValues, variablesOf } from './message-template.calc.ts'

const hole = (name: string): string => `\${${name}}`

describe('a template', () => {
  it('names each variable once', () => {
    expect(variablesOf(`您好 ${hole('name')}，\${ 余额 } 元，${hole('name')} \${} $name {name}`)).toEqual([
      'name',
      '余额',
    ])
  })

  it('is filled with the values, whose own holes and signs stay as they are', () => {
    expect(fillTemplate(`您好 ${hole('name')}，$&`, { name: `${hole('name')}$1` }, false)).toBe(
      `您好 ${hole('name')}$1，$&`,
    )
    const inherited = `${hole('toString')} ${hole('constructor')}`
    expect(fillTemplate(inherited, {}, false)).toBe(inherited)
  })

  it('takes no markup from a value into rich text', () => {
    expect(fillTemplate(`<p>${hole('name')}</p>`, { name: '<img src=x onerror="alert(1)">' }, true)).toBe(
      '<p>&lt;img src=x onerror=&quot;alert(1)&quot;&gt;</p>',
    )
  })
})

describe('the values', () => {
  it.each([
    ['', {}],
    ['{"name":"张伟","count":3,"vip":true,"none":null}', { name: '张伟', count: '3', vip: 'true' }],
  ])('are read from %s', (json, values) => expect(readValues(json)).toEqual(values))

  it.each(['{name:1}', '[1]', '"text"', '3', 'null', '{"a":{"b":1}}', '{"a":[1]}'])('are not read from %s', (json) => {
    expect(readValues(json)).toBeNull()
  })
})
