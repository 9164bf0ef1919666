-- The ring of Fig. 2 without crashes, as in models/src/ring/packed.rs: N sites, k backups, counts up to H.
-- Arantes, Sopena, "Easily rendering token-ring algorithms of distributed and parallel applications fault tolerant".
--
-- Without crashes a token with count c is sent on once, to the k + 1 sites from position c on: a message is named by
-- its count c and its distance d from the first of them.

const
  N: 6;
  K: 2;
  H: 10;

type
  site: 0..N - 1;
  counts: 0..H;
  distance: 0..K;
  holding: enum { Neither, Copy, Token };

var
  count: array [site] of counts;
  token: array [site] of holding;
  flight: array [1..H] of array [distance] of boolean;

startstate begin
  for i: site do
    count[i] := 0;
    token[i] := Neither;
  end;
  token[0] := Token;
  for i := 1 to K do token[i] := Copy; end;
  for c := 1 to H do
    for d: distance do flight[c][d] := false; end;
  end;
end;

-- A site that holds the token passes it on.
ruleset i: site do
  rule "release" token[i] = Token & count[i] < H ==>
  begin
    count[i] := count[i] + 1;
    token[i] := Neither;
    for d: distance do flight[count[i]][d] := true; end;
  end;
end;

-- A message arrives; one that is newer than what the site knows brings the token, or a copy.
ruleset c: 1..H; d: distance do
  rule "deliver" flight[c][d] ==>
  begin
    flight[c][d] := false;
    if count[(c + d) % N] < c then
      count[(c + d) % N] := c;
      if d = 0 then token[(c + d) % N] := Token;
      else token[(c + d) % N] := Copy; end;
    end;
  end;
end;

invariant "one token at most"
  forall i: site do forall j: site do
    token[i] = Token & token[j] = Token -> i = j
  end end;
