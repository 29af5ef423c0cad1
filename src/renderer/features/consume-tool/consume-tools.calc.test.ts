import { describe, expect, it } from 'vitest'
import type { Catalogue } from '#renderer/platform/platform.ts'
import { buildRule } from '#tests/support/venue/counter-data.ts'
import { consumeTools, ofTool, toolOffers } from './consume-tools.calc.ts'

describe('the tools that charge', () => {
  it('offer their own rules and those for any tool', () => {
    const rules = ['', 'TONGYONG', 'CARD', 'COIN'].map((toolType) => buildRule({ id: toolType || 'none', toolType }))
    const catalogue = { rules, vehicles: [] } as unknown as Catalogue
    const offered = (tool: (typeof consumeTools)[number]) => ofTool(catalogue, tool)?.rules.map(({ id }) => id)
    expect(offered('CARD')).toEqual(['none', 'TONGYONG', 'CARD'])
    expect(offered('BALANCE')).toEqual(['none', 'TONGYONG'])
    expect(ofTool(null, 'CARD')).toBeNull()
  })

  it('have distinct types, and charge by scan only what a card pays', () => {
    const types = consumeTools.filter((tool) => tool !== 'FACE').flatMap((tool) => toolOffers[tool].types)
    expect(new Set(types).size).toBe(types.length)
    // A face finds a member, who pays by what other tools charge.
    expect(types).toEqual(expect.arrayContaining([...toolOffers.FACE.types]))
    expect(consumeTools.filter((tool) => toolOffers[tool].swipes)).toEqual(['CARD'])
  })
})
