const familyNames: Record<string, string> = {
  'yieldmax-single': 'YieldMax, single stock',
  'yieldmax-portfolio': 'YieldMax, portfolio',
  graniteshares: 'GraniteShares',
  'roundhill-weeklypay': 'Roundhill WeeklyPay',
  'roundhill-other': 'Roundhill, other',
  defiance: 'Defiance',
  'yieldmax-target': 'YieldMax, target',
  'jpmorgan-premium': 'JPMorgan',
  neos: 'NEOS',
  'globalx-rate': 'Global X, fixed rate',
  'globalx-premium': 'Global X, option premium',
  'goldman-premium': 'Goldman Sachs',
  amplify: 'Amplify',
  'rex-premium': 'REX, option premium',
  'rex-growth-income': 'REX, growth and income',
  'ishares-premium': 'iShares',
  simplify: 'Simplify',
  kurv: 'Kurv',
  tappalpha: 'TappAlpha',
  'covered-rate': 'Other issuers, fixed rate',
  'covered-premium': 'Other issuers, option premium',
  'covered-other': 'Other issuers, gold, silver and Bitcoin'
}

export function nameOfFamily(family: string): string {
  return familyNames[family] ?? family
}
