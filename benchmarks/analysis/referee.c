/* The rest of a hand with every card face up, by trying every card: alpha-beta and nothing else.
 *
 * It shares no line with the solvers that it is compared with. Cards are bits 0 to 32 of a hand, as in
 * games/engine/cards.py, one pack. follow[led]: what follows suit to it. worth[led * 33 + card]: the higher takes the
 * trick. first: the seats of the first side, as bits. limits: whether trump may be led only once it has been played.
 */
typedef unsigned long long bits;

typedef struct {
    const int *ring;
    const bits *follow;
    const unsigned char *worth;
    bits trumps;
    int first;
    int limits;
} table;

static int play(const table *t, bits *hands, int turn, int leader, int led, int best, int winner, bits bound,
                bits lying, int left, int broken, int low, int high) {
    bits choice = hands[turn] & bound;
    int is_first = t->first >> turn & 1, most = is_first ? -1 : 99;
    if (!choice) choice = hands[turn];
    for (; choice; choice &= choice - 1) {
        int card = __builtin_ctzll(choice), won, got;
        int now = led < 0 ? card : led, value = t->worth[now * 33 + card];
        int takes = led < 0 || value > best;
        int winning = takes ? turn : winner, next = t->ring[turn];
        bits table_now = lying | 1ULL << card;
        hands[turn] ^= 1ULL << card;
        if (next != leader) {
            got = play(t, hands, next, leader, now, takes ? value : best, winning, t->follow[now], table_now, left,
                       broken, low, high);
        } else {
            int is_broken = broken || (table_now & t->trumps);
            bits free = t->limits && !is_broken ? ~t->trumps : ~0ULL;
            won = t->first >> winning & 1;
            got = won;
            if (left > 1)
                got += play(t, hands, winning, winning, -1, 0, -1, free, 0, left - 1, is_broken, low - won,
                            high - won);
        }
        hands[turn] ^= 1ULL << card;
        if (is_first) {
            if (got > most) most = got;
            if (most > low) low = most;
        } else {
            if (got < most) most = got;
            if (most < high) high = most;
        }
        if (low >= high) break;
    }
    return most;
}

/* How many of the tricks that are left the first side takes. led, best, winner, lying: the trick on the table, led -1
 * before its first card. */
int tricks(const int *ring, const bits *follow, const unsigned char *worth, bits trumps, int first, int limits,
           const bits *held, int seats, int turn, int leader, int led, int best, int winner, bits bound, bits lying,
           int left, int broken) {
    table t = {ring, follow, worth, trumps, first, limits};
    bits hands[8];
    for (int seat = 0; seat < seats; seat++) hands[seat] = held[seat];
    return play(&t, hands, turn, leader, led, best, winner, bound, lying, left, broken, 0, left);
}
