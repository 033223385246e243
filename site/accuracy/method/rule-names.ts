/** Rule names on the method page; missing ones are shown by their code name. */
const ruleNames: Record<string, string> = {
  'last-yield': 'Last yield repeated',
  'smooth-yield': 'Recent yields, the newest counting most',
  'middle-yield': 'The median of recent yields',
  'step-rate': 'The fund’s fixed rate',
  'last-amount': 'Last amount repeated',
  'long-yield': 'The average of six yields',
  'month-volatility': 'What two months of moves usually do',
  'look-through': 'The yields of the funds it holds',
  'return-regression': 'Usual effect of last week’s return',
  'rally-regression': 'Usual effect of a rally',
  'half-rally': 'Half the usual effect of a rally',
  'like-weeks': 'What followed similar weeks',
  'week-gain': 'Usual effect of the week that counts'
}

export function nameOfRule(rule: string): string {
  const words = rule.replaceAll('-', ' ')
  return ruleNames[rule] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
