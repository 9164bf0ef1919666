/* The ring of Fig. 2 without crashes, as in models/src/ring/packed.rs: N = 6 sites, k = 2 backups, counts up to H.
   Arantes, Sopena, "Easily rendering token-ring algorithms of distributed and parallel applications fault tolerant".

   Without crashes a token with count c is sent on once, to the k + 1 sites from position c on: a message is named by
   its count c and its distance d from the first of them. One turn of the loop is one step. */

#ifndef H
#define H 10
#endif

#define N 6
#define K 2

#define NONE 0
#define BACKUP 1
#define REAL 2

byte count[N];
byte token[N];
/* The message with count c and distance d is under way. */
bit flight[(H + 1) * (K + 1)];
/* How many sites hold the token. */
byte real;

#define AT(c, d) flight[(c) * (K + 1) + (d)]
#define SITE(c, d) (((c) + (d)) % N)

/* A site that holds the token passes it on. */
#define RELEASE(i) \
  :: d_step { \
       (token[i] == REAL && count[i] < H) -> \
       count[i] = count[i] + 1; \
       token[i] = NONE; \
       real = real - 1; \
       AT(count[i], 0) = 1; \
       AT(count[i], 1) = 1; \
       AT(count[i], 2) = 1 \
     }

/* A message arrives; one that is newer than what the site knows brings the token, or a copy. */
#define DELIVER(c, d) \
  :: d_step { \
       (c <= H && AT(c, d)) -> \
       AT(c, d) = 0; \
       if \
       :: count[SITE(c, d)] < c -> \
          real = real - (token[SITE(c, d)] == REAL) + (d == 0); \
          count[SITE(c, d)] = c; \
          token[SITE(c, d)] = (d == 0 -> REAL : BACKUP); \
          assert(real <= 1) \
       :: else \
       fi \
     }

#define ARRIVE(c) DELIVER(c, 0) DELIVER(c, 1) DELIVER(c, 2)

active proctype ring() {
  d_step {
    token[0] = REAL;
    real = 1;
    token[1] = BACKUP;
    token[2] = BACKUP
  };
  do
  RELEASE(0) RELEASE(1) RELEASE(2) RELEASE(3) RELEASE(4) RELEASE(5)
  ARRIVE(1) ARRIVE(2) ARRIVE(3) ARRIVE(4) ARRIVE(5)
#if H > 5
  ARRIVE(6)
#endif
#if H > 6
  ARRIVE(7)
#endif
#if H > 7
  ARRIVE(8)
#endif
#if H > 8
  ARRIVE(9)
#endif
#if H > 9
  ARRIVE(10)
#endif
#if H > 10
  ARRIVE(11)
#endif
#if H > 11
  ARRIVE(12)
#endif
  od
}
