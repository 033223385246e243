/** Rule names on the method page; missing ones are shown by their code name. */
const ruleNames: Record<string, string> = {
  'last-yield': 'The last yield again',
  'smooth-yield': 'Recent yields, the newest counting most',
  'middle-yield': 'The median of recent yields',
  'step-rate': 'The fund’s fixed rate',
  'last-amount': 'The last amount again',
  'long-yield': 'The average of six yields',
  'look-through': 'The yields of the funds it holds',
  'return-regression': 'What last week’s move usually does',
  'rally-regression': 'What a rally usually does',
  'half-rally': 'Half of what a rally usually does',
  'like-weeks': 'What followed on weeks like this',
  'week-gain': 'What the week that counts usually does'
}

export function nameOfRule(rule: string): string {
  const spelled = rule.replaceAll('-', ' ')
  return ruleNames[rule] ?? spelled.charAt(0).toUpperCase() + spelled.slice(1)
}
